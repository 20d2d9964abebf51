/** In the place of library code that never runs here: ripples, which the theme turns off, and the helper of a function that nothing calls. */
export default null;
