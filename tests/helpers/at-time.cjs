// Loaded by NODE_OPTIONS: the process starts at the time that TEST_STARTS_AT says, and its clock goes on from there.
const ahead = Date.parse(process.env.TEST_STARTS_AT ?? "") - Date.now();
const RealDate = Date;
if (!Number.isNaN(ahead)) {
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + ahead);
      else super(...given);
    }
    static now() {
      return RealDate.now() + ahead;
    }
  };
}
