import { expect } from "vitest";

/** `UPDATE_SCREENSHOTS=1` writes the pictures of the documents anew. They are not compared: fonts differ between machines. */
export const UPDATES = process.env.UPDATE_SCREENSHOTS === "1";

/** Pixels of a picture for each of the page. */
export const SCALE = 2;

/** Width and height of a PNG. */
export function pngSize(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
