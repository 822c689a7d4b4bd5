import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";

/** Hosts want a view in the conversation to be at most 500 px high: this is what is left beside the page's margins and the button. */
const SHOWN_PX = 430;

/**
 * A high content is cut at first, without a scroll bar of its own, with a button that shows all of it. It is whole too once the user works
 * with it: presses something, or moves the focus to what is cut off.
 *
 * @param isWanted whether the host draws the view in the conversation
 */
export function Short({ isWanted, children }: { isWanted: boolean; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isHigh, setHigh] = useState(false);
  const isCut = isWanted && isHigh && !isWhole;

  useEffect(() => {
    const outer = box.current;
    const content = outer?.firstElementChild;
    if (!outer || !content) return;
    const observer = new ResizeObserver(() => setHigh(content.scrollHeight > SHOWN_PX));
    observer.observe(content);
    outer.addEventListener("click", () => setWhole(true));
    outer.addEventListener("focusin", ({ target }) => {
      const edge = outer.getBoundingClientRect().bottom;
      if (target instanceof HTMLElement && target.getBoundingClientRect().bottom > edge) setWhole(true);
    });
    return () => observer.disconnect();
  }, []);

  function showAll(): void {
    setWhole(true);
    // The button goes, and would take the focus with it.
    box.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div
        ref={box}
        tabIndex={-1}
        class={isCut ? "short" : undefined}
        style={isCut ? { maxHeight: `${SHOWN_PX}px` } : undefined}
      >
        <div>{children}</div>
      </div>
      {isCut && (
        <p class="actions more">
          <Button onClick={showAll}>Show everything</Button>
        </p>
      )}
    </>
  );
}
