/** A DOM type that the declarations of `@modelcontextprotocol/sdk` 1.x name and Node's own types leave out. */
type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>;
