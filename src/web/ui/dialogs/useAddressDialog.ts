import { useSearchParams } from 'react-router';

const NAME = 'open';

/**
 * The dialog of a page that its address opens (`?open=transfer`), so that the palette and a link lead into it.
 * @param names of the dialogs that the page has now; the address opens no other
 */
export function useAddressDialog<Name extends string>(
  names: readonly Name[],
): [Name | null, (name: Name | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get(NAME);
  return [
    names.find((name) => name === asked) ?? null,
    (name) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (name === null) next.delete(NAME);
          else next.set(NAME, name);
          return next;
        },
        { replace: true },
      ),
  ];
}
