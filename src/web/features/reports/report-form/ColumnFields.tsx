import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { type DraftFieldProps, usualColumns } from './draft.ts';

/** The first columns, which the closed lid names; the others are counted. */
const NAMED = 4;

export function ColumnFields({
  draft,
  change,
  error,
}: DraftFieldProps & { error: string | undefined }) {
  const { t } = useTranslation();
  const me = useMe();
  const { columns } = draft;
  const { number } = useFormat();
  const names = columns
    .filter(({ kept }) => kept)
    .map(({ column }) => t(`reports.column.${column}`));
  const rest = names.length - NAMED;
  const move = (at: number, by: number) => {
    const next = [...columns];
    const [moved] = next.splice(at, 1);
    next.splice(at + by, 0, moved!);
    change({ columns: next });
  };
  return (
    <Folded
      key={draft.kind}
      title={t('reports.form.columns')}
      text={
        error ??
        // One more name takes the room of its count.
        (rest > 1
          ? t('reports.form.columnsMore', {
              names: names.slice(0, NAMED).join(', '),
              rest: number(rest),
            })
          : names.join(', '))
      }
      heading="h2"
      isWrong={error !== undefined}
    >
      <Box
        component="ul"
        id="columns"
        tabIndex={-1}
        sx={{ m: 0, p: 0, listStyle: 'none', outline: 'none' }}
      >
        {columns.map(({ column, kept }, at) => {
          const name = t(`reports.column.${column}`);
          return (
            <Box component="li" key={column} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <FormControlLabel
                sx={{ flex: 1, m: 0 }}
                control={
                  <Checkbox
                    checked={kept}
                    onChange={() =>
                      change({
                        columns: columns.map((each) =>
                          each.column === column ? { column, kept: !kept } : each,
                        ),
                      })
                    }
                  />
                }
                label={name}
              />
              <IconButton
                size="small"
                aria-label={t('reports.form.up', { name })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <UpIcon />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('reports.form.down', { name })}
                disabled={at === columns.length - 1}
                onClick={() => move(at, 1)}
              >
                <DownIcon />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Button
        variant="text"
        onClick={() => change({ columns: usualColumns(me.clientAccessLevel, draft.kind) })}
        sx={{ mt: 2 }}
      >
        {t('reports.form.usual')}
      </Button>
    </Folded>
  );
}
