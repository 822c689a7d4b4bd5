import { config } from "zod/v4/core";

// Zod would compile a parser for each of the SDK's schemas on first use, which costs a start more than it saves a session. The
// schemas read this setting when they are created, so this module must be imported before the SDK.
config({ jitless: true });
