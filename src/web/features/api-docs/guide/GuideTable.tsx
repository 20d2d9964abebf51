import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

/** A table; one of names and values has no head. */
export function GuideTable({
  label,
  head = [],
  rows,
}: {
  label: string;
  head?: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <TableContainer
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={(theme) => ({
        '& code': { whiteSpace: 'nowrap' },
        mt: 5,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      <Table size="small" aria-label={label}>
        {head.length > 0 && (
          <TableHead>
            <TableRow>
              {head.map((name) => (
                <TableCell key={name}>{name}</TableCell>
              ))}
            </TableRow>
          </TableHead>
        )}
        <TableBody>
          {rows.map((cells, at) => (
            <TableRow key={at}>
              {cells.map((cell, column) => (
                <TableCell key={column} sx={column === 0 ? { whiteSpace: 'nowrap' } : undefined}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
