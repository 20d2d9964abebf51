// Runs before the first paint, so that a dark page never flashes white. A file of its own because the page's policy allows
// no inline script.
(function () {
  let mode = 'system';
  try {
    mode = localStorage.getItem('tuma.mode') || 'system';
  } catch {
    /* storage refused: follow the system */
  }
  const dark =
    mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light');
})();
