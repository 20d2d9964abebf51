/**
 * The stand-in of library code that never runs here: ripples, which the theme turns off, filled inputs, which no screen
 * has, and the helper of a function that nothing calls.
 */
export default function leftOut(): null {
  return null;
}
