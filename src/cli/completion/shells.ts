/** The shells that a script is made for. */
export const SHELLS = ["bash", "zsh", "fish", "pwsh"] as const;
