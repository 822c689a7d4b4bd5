import { useRef, useState } from "preact/hooks";

export interface OneAtATime {
  isBusy: boolean;
  run(work: () => Promise<void>): void;
}

/** Runs one thing at a time: what is started meanwhile is ignored, so a press that is repeated does nothing. */
export function useOneAtATime(): OneAtATime {
  // The state is for drawing, which comes too late to stop a second press.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run(work) {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      work().finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
    },
  };
}
