/** Stands in for `node:process`: a module of it reads every getter of the process once, standard streams included. */
export default globalThis.process;
