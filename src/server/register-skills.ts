import {
  type CacheHint,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import type { OfferedSkill } from "../skills/offered-skills.ts";
import { asStandardSchema, declaredWith, wrapHandler } from "./sdk.ts";

/** The extension Skills (SEP-2640). */
const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const SCHEME = "skill://";

const MIME_TYPE = "text/markdown";

const ANY_PARAMS = { params: asStandardSchema({ type: "object" }) };

/**
 * Serves the skills whose tools are all offered: by the methods of the extension, and their files as resources that no list shows, so that
 * other hosts see no difference. To be called before a resource is registered.
 *
 * The SDK has the extension too. It reads front matter at run time, which costs each start some milliseconds, and lists a template.
 *
 * @param cacheHint how long the list may be kept, and by whom
 */
export function registerSkills(
  server: McpServer,
  toolNames: ReadonlySet<string>,
  cacheHint: Required<CacheHint>,
): void {
  const skills = async () => (await import("../skills/offered-skills.ts")).skillsFor(toolNames);
  server.server.registerCapabilities({ extensions: { [SKILLS_EXTENSION]: {} } });
  server.server.setRequestHandler("skills/list", ANY_PARAMS, async (_, request) => {
    const offered = (await skills()).filter(({ lacks }) => lacks.length === 0);
    return { skills: offered.map(({ entry }) => entry), ...hintFor(request) };
  });
  server.server.setRequestHandler("skills/get", ANY_PARAMS, async ({ uri }, request) => {
    const skill = (await skills()).find(({ entry }) => entry.uri === uri);
    return { skill: served(skill, `skill is served at ${uri}`).entry, ...hintFor(request) };
  });
  wrapHandler<{ uri: string }, object>(server, "resources/read", (read) => async (request, context) => {
    const uri = request.params?.uri;
    if (!uri?.startsWith(SCHEME)) return read(request, context);
    const found = (await skills()).find(({ entry }) => entry.uri === uri);
    const { text } = served(found, `file of a skill is served at ${uri}`);
    return { contents: [{ uri, mimeType: MIME_TYPE, text }], ...hintFor(context) };
  });

  /** Protocols before 2026-07-28 have no such fields. */
  function hintFor({ mcpReq }: RequestContext): Partial<CacheHint> {
    return declaredWith(mcpReq) ? cacheHint : {};
  }
}

/** @throws ProtocolError if there is no such skill, or if it lacks tools */
function served(skill: OfferedSkill | undefined, what: string): OfferedSkill {
  if (skill?.lacks.length === 0) return skill;
  const why = skill
    ? `It needs ${skill.lacks.join(", ")}, which this server does not offer. ${skill.entry.frontmatter.compatibility}`
    : "skills/list shows those that are.";
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No ${what}. ${why}`);
}
