/** `UPDATE_SCREENSHOTS=1` writes the pictures of the documents anew. They are not compared: fonts differ between machines. */
export const UPDATES = process.env.UPDATE_SCREENSHOTS === "1";

/** Pixels of a picture for each of the page. */
export const SCALE = 2;
