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
  for (const name of ["tool", "month"]) field(name).addEventListener("change", () => report(show()));
  for (const name of ["theme", "width", "locale"]) field(name).addEventListener("change", changeContext);
  void report(window.viewHost.then(show));
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
