import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

// Drawn, because some systems have no flags among their characters.
const DRAWN: Readonly<Record<string, ReactNode>> = {
  KE: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#000" d="M0 0h24v4.8H0z" />
      <path fill="#B00" d="M0 5.6h24v4.8H0z" />
      <path fill="#060" d="M0 11.2h24V16H0z" />
      <ellipse cx="12" cy="8" rx="2.2" ry="4.4" fill="#B00" stroke="#fff" strokeWidth=".7" />
    </>
  ),
  TZ: (
    <>
      <path fill="#1EB53A" d="M0 0h24L0 16z" />
      <path fill="#00A3DD" d="M24 16H0L24 0z" />
      <path stroke="#FCD116" strokeWidth="6.4" d="M-2 17.3 26-1.3" />
      <path stroke="#000" strokeWidth="4.2" d="M-2 17.3 26-1.3" />
    </>
  ),
  UG: (
    <>
      <path fill="#000" d="M0 0h24v16H0z" />
      <path fill="#FCDC04" d="M0 2.7h24v2.6H0zm0 8h24v2.6H0z" />
      <path fill="#D90000" d="M0 5.3h24V8H0zm0 8h24V16H0z" />
      <circle cx="12" cy="8" r="2.6" fill="#fff" />
    </>
  ),
  MZ: (
    <>
      <path fill="#009639" d="M0 0h24v5H0z" />
      <path fill="#fff" d="M0 5h24v6H0z" />
      <path fill="#000" d="M0 5.6h24v4.8H0z" />
      <path fill="#FFD100" d="M0 11h24v5H0z" />
      <path fill="#D21034" d="m0 0 11 8L0 16z" />
    </>
  ),
};

/** The flag of a country from which most messages are sent; the code of any other. */
export function CountryFlag({ code }: { code: string }) {
  const drawn = DRAWN[code];
  return (
    <Box
      aria-hidden="true"
      component="span"
      sx={(theme) => ({
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        width: 21,
        height: 14,
        mr: 2,
        verticalAlign: '-2px',
        borderRadius: '2.5px',
        overflow: 'hidden',
        fontSize: 9,
        fontWeight: 700,
        lineHeight: '14px',
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      {drawn === undefined ? (
        code
      ) : (
        <svg viewBox="0 0 24 16" width="21" height="14">
          {drawn}
        </svg>
      )}
    </Box>
  );
}
