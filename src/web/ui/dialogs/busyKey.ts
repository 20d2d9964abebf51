/** True where a key belongs to a field, an open dialog or menu, or a row of a list. One that closes is hidden at once and fades after. */
export function isBusyKey({ target }: KeyboardEvent): boolean {
  return (
    !(target instanceof Element) ||
    target.closest(
      'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], tbody',
    ) !== null ||
    document.querySelector('[role=dialog], .MuiMenu-root:not([aria-hidden=true])') !== null
  );
}
