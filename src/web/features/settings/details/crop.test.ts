import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIDDLE, MOST_ZOOM, moved, squareOf, within } from './crop.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});
const crop = fc.record({
  x: fc.double({ min: -2, max: 3, noNaN: true }),
  y: fc.double({ min: -2, max: 3, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
});

test('the crop is always inside the picture', () => {
  fc.assert(
    fc.property(size, crop, (picture, wanted) => {
      const held = within(picture, wanted);
      const { left, top, side } = squareOf(picture, held);
      const slack = 1e-6 * Math.max(picture.width, picture.height);
      expect(held.zoom).toBeGreaterThanOrEqual(1);
      expect(held.zoom).toBeLessThanOrEqual(MOST_ZOOM);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack);
      expect(left + side).toBeLessThanOrEqual(picture.width + slack);
      expect(top + side).toBeLessThanOrEqual(picture.height + slack);
    }),
  );
});

test('a wide picture fills the window by its height, and moves sideways only until its edge', () => {
  const wide = { width: 400, height: 100 };
  expect(squareOf(wide, MIDDLE)).toEqual({ left: 150, top: 0, side: 100 });
  expect(squareOf(wide, moved(wide, MIDDLE, { right: 50, down: 30 }, 200))).toEqual({
    left: 125,
    top: 0,
    side: 100,
  });
  expect(squareOf(wide, moved(wide, MIDDLE, { right: 5000, down: 0 }, 200))).toEqual({
    left: 0,
    top: 0,
    side: 100,
  });
});

test('enlarged twice, half of it is seen', () => {
  expect(squareOf({ width: 200, height: 200 }, { ...MIDDLE, zoom: 2 })).toEqual({
    left: 50,
    top: 50,
    side: 100,
  });
});
