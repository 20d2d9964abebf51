import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

/** The parts of one tab, each with an address of its own: smaller tabs under the tabs. */
export function PartLinks({
  label,
  parts,
  part,
}: {
  label: string;
  parts: readonly { name: string; label: string; search: string }[];
  part: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  // The chosen part is in sight on a phone, where the parts are wider than the page.
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [part]);
  return (
    <Box component="nav" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Box
        component="ul"
        ref={list}
        sx={{ m: 0, p: 0, gap: 1, listStyle: 'none', display: 'flex', minWidth: 'max-content' }}
      >
        {parts.map((each) => {
          const isHere = each.name === part;
          return (
            <li key={each.name}>
              <ButtonBase
                component={Link}
                to={{ search: each.search }}
                aria-current={isHere ? 'page' : undefined}
                sx={(theme) => ({
                  minHeight: { xs: 40, sm: 32 },
                  px: 3,
                  borderRadius: 'var(--corner)',
                  fontSize: 13,
                  fontWeight: 550,
                  color: isHere ? 'primary.main' : 'text.secondary',
                  backgroundColor: isHere ? theme.vars?.palette.surface.accent : 'transparent',
                  '&:hover': { color: isHere ? 'primary.main' : 'text.primary' },
                  '&:focus-visible': {
                    outline: `2px solid ${theme.vars?.palette.primary.main}`,
                    outlineOffset: -2,
                  },
                })}
              >
                {each.label}
              </ButtonBase>
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
