/** A part of a bar, from 0 to 1, and the class of its colour and pattern. */
export interface BarPart {
  share: number;
  mark?: string;
}

/** Shares of a whole, beside text that says the same. */
export function Bar({ parts }: { parts: readonly BarPart[] }) {
  return (
    <span aria-hidden="true" class="bar">
      {parts.map(({ share, mark }, index) => (
        <span key={index} class={mark} style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      ))}
    </span>
  );
}
