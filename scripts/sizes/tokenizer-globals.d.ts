/** A DOM type that the declarations of `gpt-tokenizer` name and Node's own types leave out. */
type TextDecoder = InstanceType<typeof import("node:util").TextDecoder>;
