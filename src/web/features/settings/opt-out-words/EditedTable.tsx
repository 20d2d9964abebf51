import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { RowMenu, type RowAction } from '../../../ui/lists/RowMenu.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

/** A longer text breaks into lines. */
const PROSE = 40;
/** On a phone the other columns are lines below the first. */
const WIDE_ONLY = { '@container (max-width: 519.95px)': { display: 'none' } } as const;
const NARROW_ONLY = { '@container (min-width: 520px)': { display: 'none' } } as const;

/** Rows that an administrator adds, edits and removes; others read them. */
export function EditedTable<Row>({
  title,
  text,
  empty,
  add,
  edits,
  rows,
  heads = [],
  nameOf,
  cellsOf = () => [],
  removeTitle,
  removeText,
  isRemoving,
  onRemove,
  dialog,
  groupOf,
  drawing,
}: {
  title: string;
  text: string;
  /** The words in place of the text where there are no rows. */
  empty: string;
  add: string;
  edits: boolean;
  rows: readonly Row[];
  /** Missing where rows are drawn in place of a table, as are the cells. */
  heads?: readonly string[];
  /** The name of a row, no two of which are equal. */
  nameOf(row: Row): string;
  /** The cells after each other, the first one stressed. */
  cellsOf?(row: Row): readonly string[];
  removeTitle: string;
  removeText(row: Row): string;
  isRemoving: boolean;
  /** Calls `done` when the row is gone. */
  onRemove(row: Row, done: () => void): void;
  /** The dialog of a row; of a new one where it is null. */
  dialog(row: Row | null, onClose: () => void): ReactNode;
  /** The heading over the rows that share it; rows come in the order of their groups. */
  groupOf?(row: Row): string;
  /** Draws the rows in place of the table. */
  drawing?(actionsOf: (row: Row) => RowAction[]): ReactNode;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null);
  const [removing, setRemoving] = useState<Row | null>(null);
  const actionsOf = (row: Row): RowAction[] =>
    edits
      ? [
          {
            key: 'edit',
            label: t('platform.edit'),
            icon: <EditIcon />,
            act: () => setEditing({ row }),
          },
          {
            key: 'remove',
            label: t('platform.remove'),
            icon: <RemoveIcon />,
            danger: true,
            act: () => setRemoving(row),
          },
        ]
      : [];
  return (
    <Section
      title={title}
      flush
      action={
        edits && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setEditing({ row: null })}
          >
            {add}
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {rows.length === 0 ? empty : text}
      </Typography>
      {rows.length > 0 && drawing && (
        <Box role="region" aria-label={title}>
          {drawing(actionsOf)}
        </Box>
      )}
      {rows.length > 0 && !drawing && (
        <SideScroll isContainer tabIndex={0} role="region" aria-label={title}>
          <Table aria-label={title} sx={{ '& tbody td': { height: 36, py: 0.5 } }}>
            <TableHead>
              <TableRow>
                {heads.map((head, at) => (
                  <TableCell key={head} sx={at === 0 ? undefined : WIDE_ONLY}>
                    {head}
                  </TableCell>
                ))}
                {edits && <TableCell component="td" />}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                <Fragment key={nameOf(row)}>
                  {groupOf && (index === 0 || groupOf(rows[index - 1]!) !== groupOf(row)) && (
                    <TableRow>
                      <TableCell
                        component="th"
                        scope="rowgroup"
                        colSpan={heads.length + (edits ? 1 : 0)}
                        sx={(theme) => ({
                          height: 34,
                          py: 1,
                          fontWeight: 600,
                          backgroundColor: theme.vars?.palette.surface.sunken,
                        })}
                      >
                        {groupOf(row)}
                      </TableCell>
                    </TableRow>
                  )}
                  <TableRow>
                    {cellsOf(row).map((cell, at, [, ...below]) => (
                      <TableCell
                        key={heads[at]}
                        sx={{
                          ...(at === 0 ? { fontWeight: 550 } : WIDE_ONLY),
                          ...(cell.length > PROSE ? { minWidth: 260 } : { whiteSpace: 'nowrap' }),
                        }}
                      >
                        {cell}
                        {at === 0 && (
                          <Typography
                            variant="caption"
                            component="div"
                            color="textSecondary"
                            sx={{ ...NARROW_ONLY, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
                          >
                            {below.filter((text) => text.length <= PROSE).join(' · ')}
                            {below
                              .filter((text) => text.length > PROSE)
                              .map((text) => (
                                <div key={text}>{text}</div>
                              ))}
                          </Typography>
                        )}
                      </TableCell>
                    ))}
                    {edits && (
                      <TableCell
                        align="right"
                        // The menu stays in sight on a phone, where the other columns scroll.
                        sx={{ position: 'sticky', right: 0, backgroundColor: 'background.paper' }}
                      >
                        <RowMenu name={nameOf(row)} actions={actionsOf(row)} />
                      </TableCell>
                    )}
                  </TableRow>
                </Fragment>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {editing !== null && dialog(editing.row, () => setEditing(null))}
      <ConfirmDialog
        open={removing !== null}
        title={removeTitle}
        action={t('platform.remove')}
        danger
        busy={isRemoving}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null)
            onRemove(removing, () => {
              setRemoving(null);
              toast.success(t('optOutWords.removed'));
            });
        }}
      >
        {removing !== null && removeText(removing)}
      </ConfirmDialog>
    </Section>
  );
}
