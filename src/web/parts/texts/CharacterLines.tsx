import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillLine } from '../../../contract/shared/character-costs.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

export function CharacterLines({
  lines,
  onText,
  onGo,
  costOf,
}: {
  lines: readonly BillLine[];
  onText(line: BillLine): void;
  onGo(index: number, length: number): void;
  costOf(line: BillLine): number;
}) {
  const { t } = useTranslation();
  const { number, segments } = useFormat();
  // The last position visited of each character; the next click continues there.
  const visited = useRef(new Map<string, number>());
  function go({ character, at }: BillLine) {
    const next = ((visited.current.get(character) ?? -1) + 1) % at.length;
    visited.current.set(character, next);
    onGo(at[next] ?? 0, character.length);
  }
  return (
    <Box
      component="ul"
      sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
    >
      {lines.map((line) => {
        const places =
          line.at
            .slice(0, 8)
            .map((index) => number(index + 1))
            .join(', ') + (line.at.length > 8 ? ' …' : '');
        const name = visible(line.character);
        return (
          <Box
            component="li"
            key={line.character}
            sx={(theme) => ({
              display: 'inline-flex',
              alignItems: 'center',
              borderRadius: 'var(--corner-small)',
              fontSize: 13,
              backgroundColor: theme.vars?.palette.background.paper,
              border: `1px solid ${theme.vars?.palette.divider}`,
              overflow: 'hidden',
            })}
          >
            <Tooltip describeChild title={t('bill.go', { places })}>
              <Button
                size="small"
                color="inherit"
                aria-label={t('bill.goTo', { character: name, places })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(line)}
                sx={{
                  minWidth: 0,
                  minHeight: 26,
                  px: 2,
                  py: 0.5,
                  borderRadius: 0,
                  fontSize: 13,
                  fontWeight: 600,
                }}
              >
                {name}
                {line.at.length > 1 && (
                  <Box
                    component="span"
                    sx={{ color: 'text.secondary', fontWeight: 400, ml: 1 }}
                  >{`×${number(line.at.length)}`}</Box>
                )}
              </Button>
            </Tooltip>
            {line.replacement === null ? (
              <Box component="span" sx={{ color: 'text.secondary', pr: 2 }}>
                {t('fromFile.noLookalike')}
              </Box>
            ) : (
              <Button
                size="small"
                color="inherit"
                aria-label={t('bill.replaceBy', {
                  character: name,
                  replacement:
                    line.replacement === ''
                      ? t('fromFile.leftOutCharacter')
                      : visible(line.replacement),
                })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onText(line)}
                sx={(theme) => ({
                  minWidth: 0,
                  minHeight: 26,
                  px: 2,
                  py: 0.5,
                  borderRadius: 0,
                  fontSize: 13,
                  borderLeft: `1px solid ${theme.vars?.palette.divider}`,
                })}
              >
                {`→ ${line.replacement === '' ? t('fromFile.leftOutCharacter') : visible(line.replacement)}`}
                {costOf(line) > 0 && (
                  <Box
                    component="span"
                    sx={{ color: 'text.secondary', ml: 1 }}
                  >{`−${segments(costOf(line))}`}</Box>
                )}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

/** Blanks and invisible characters by their number, everything else as it looks. */
export function visible(character: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character)
    ? character
    : [...character]
        .map((one) =>
          one === ' '
            ? '␣'
            : one === '\n'
              ? '↵'
              : /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(one)
                ? one
                : `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
        )
        .join('');
}
