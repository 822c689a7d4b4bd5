// Loaded into the command: moves its clock to the moment that the address of this file names, from where it runs on.
const ahead = Number(new URL(import.meta.url).searchParams.get("now")) - Date.now();
const now = () => Reflect.get(RealDate, "now")() + ahead;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
