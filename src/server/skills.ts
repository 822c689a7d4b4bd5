import {
  type CacheHint,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import type { Skill } from "../generated/skills.ts";
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
  const skills = () => skillsFor(toolNames);
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

/** The field of `metadata` in the front matter with the tools without which a skill is of no use, between spaces. */
const NEEDED_TOOLS = "tempofiller-tools";

interface OfferedSkill extends Skill {
  /** The tools that it needs and a server does not offer. */
  lacks: string[];
}

/** Every skill. @param toolNames the tools that a server offers */
export async function skillsFor(toolNames: ReadonlySet<string>): Promise<OfferedSkill[]> {
  const { skills } = await import("../generated/skills.ts");
  return skills.map((skill) => {
    const { metadata } = skill.entry.frontmatter as { metadata?: Record<string, string> };
    const needed = metadata?.[NEEDED_TOOLS]?.split(" ") ?? [];
    return { ...skill, lacks: needed.filter((name) => !toolNames.has(name)) };
  });
}
