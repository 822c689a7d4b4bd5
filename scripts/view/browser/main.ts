import { optionsOf } from "./choices.ts";
import { describeRecords } from "./options.ts";
import { ViewHost } from "./view-host.ts";

const page = document.documentElement;
const form = document.forms[0] as HTMLFormElement;
const frame = document.querySelector("iframe") as HTMLIFrameElement;
const status = document.querySelector("[role=status]") as HTMLElement;
const log = document.querySelector("pre") as HTMLElement;

const { searchParams } = new URL(location.href);
const host = new ViewHost(frame, !searchParams.has("undeclared"), () => {
  log.textContent = describeRecords(host.records);
});
window.viewHost = host.connect().then(() => host);

/** Tests show what they want themselves. */
const isBare = searchParams.has("bare");
page.toggleAttribute("data-bare", isBare);
if (!isBare) {
  field("month").value = new Intl.DateTimeFormat("sv").format(new Date()).slice(0, 7);
  followTheme(matchMedia("(prefers-color-scheme: dark)"));
  for (const name of ["case", "month"]) field(name).addEventListener("change", () => report(show()));
  for (const name of ["theme", "width", "locale"]) field(name).addEventListener("change", changeContext);
  void report(window.viewHost.then(show));
}

/** Until the user chooses one, the theme is the browser's. */
function followTheme(dark: MediaQueryList): void {
  const theme = field("theme");
  const follow = () => {
    theme.value = dark.matches ? "dark" : "light";
    page.dataset.theme = theme.value;
  };
  follow();
  const whenChanged = () => {
    follow();
    changeContext();
  };
  dark.addEventListener("change", whenChanged);
  theme.addEventListener("change", () => dark.removeEventListener("change", whenChanged));
}

function field(name: string): HTMLInputElement | HTMLSelectElement {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
}

async function show(): Promise<void> {
  const options = optionsOf(form);
  page.dataset.theme = options.hostContext?.theme;
  status.textContent = `Calling ${options.tool}.`;
  await host.show(options);
  status.textContent = "";
}

function changeContext(): void {
  const { hostContext = {}, width = 0 } = optionsOf(form);
  page.dataset.theme = hostContext.theme;
  host.changeContext({ ...hostContext, containerDimensions: { width, maxHeight: 5000 } });
}

async function report(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    status.textContent = `${error}`;
  }
}
