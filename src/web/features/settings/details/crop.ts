/** A picture's position behind a square window: the visible centre as shares of width and height, and the zoom relative to filling the window. */
export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

export const MIDDLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MOST_ZOOM = 4;

/** The square of the picture that the window shows, in the picture's own pixels. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The nearest crop that leaves no part of the window empty. */
export function within(size: Size, { x, y, zoom }: Crop): Crop {
  const enlarged = Math.min(MOST_ZOOM, Math.max(1, zoom));
  const side = Math.min(size.width, size.height) / enlarged;
  const hold = (share: number, length: number) =>
    Math.min(1 - side / 2 / length, Math.max(side / 2 / length, share));
  return { x: hold(x, size.width), y: hold(y, size.height), zoom: enlarged };
}

/** Moves the picture under the window by pixels of a window of `side` pixels: to the right shows more of its left. */
export function moved(
  size: Size,
  crop: Crop,
  by: { right: number; down: number },
  side: number,
): Crop {
  const scale = squareOf(size, crop).side / side;
  return within(size, {
    ...crop,
    x: crop.x - (by.right * scale) / size.width,
    y: crop.y - (by.down * scale) / size.height,
  });
}
