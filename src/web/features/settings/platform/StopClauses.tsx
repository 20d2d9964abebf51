import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { stopClauses, type StopClauseRow } from '../../../../contract/api/stop-clauses.ts';
import { clausePlace, ELSEWHERE } from '../../../../contract/shared/stop-clauses.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { SourceButton } from '../../../parts/SourceButton.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { StopClauseDialog, usePlaceName } from './StopClauseDialog.tsx';

/** A narrow card has these below the country: the five columns are as wide in Portuguese. */
const IS_NARROW = '@container (max-width: 759.95px)';
const WIDE = { [IS_NARROW]: { display: 'none' } } as const;
const NARROW = { display: 'none', [IS_NARROW]: { display: 'block' } } as const;

/** The way of the rest of the world comes last: it ends what no row above it does. */
const inOrder = (rows: readonly StopClauseRow[]) => [
  ...rows.filter(({ country }) => country !== ELSEWHERE),
  ...rows.filter(({ country }) => country === ELSEWHERE),
];

/** The ways to opt out of promotional messages, by country and operator. */
export function StopClauses({ edits }: { edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const query = useGet(stopClauses.list, {});
  const [editing, setEditing] = useState<StopClauseRow | 'new' | null>(null);
  const [removing, setRemoving] = useState<StopClauseRow | null>(null);
  const remove = useSend(stopClauses.remove, {
    changes: [stopClauses.list],
    done: () => {
      setRemoving(null);
      toast.success(t('platform.clauseRemoved'));
    },
  });
  const rows = query.data?.stopClauses;
  const nameOf = usePlaceName(rows);
  return (
    <Section
      title={t('platform.clauses')}
      flush
      action={
        edits && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setEditing('new')}
          >
            {t('platform.clauseAdd')}
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {rows?.length === 0 ? t('platform.clausesEmpty') : t('platform.clausesText')}{' '}
        <Link component={RouterLink} to="/dashboard/settings/opt-out-words">
          {t('optOutWords.link')}
        </Link>
      </Typography>
      {rows === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={96} sx={{ mx: 5, mb: 4 }} />
        )
      ) : (
        rows.length > 0 && (
          <SideScroll isContainer tabIndex={0} role="region" aria-label={t('platform.clauses')}>
            <Table aria-label={t('platform.clauses')}>
              <TableHead>
                <TableRow>
                  <TableCell>{t('platform.country')}</TableCell>
                  <TableCell sx={WIDE}>{t('platform.operator')}</TableCell>
                  <TableCell sx={WIDE}>{t('platform.clauseKind')}</TableCell>
                  <TableCell sx={WIDE}>{t('platform.clauseText')}</TableCell>
                  <TableCell sx={WIDE}>{t('platform.checked')}</TableCell>
                  {edits && <TableCell component="td" />}
                </TableRow>
              </TableHead>
              <TableBody>
                {inOrder(rows).map((row) => {
                  const [country, operator] = nameOf(row);
                  return (
                    <TableRow key={clausePlace(row)}>
                      <TableCell
                        sx={{
                          whiteSpace: 'nowrap',
                          [IS_NARROW]: {
                            width: '100%',
                            whiteSpace: 'normal',
                            overflowWrap: 'anywhere',
                          },
                        }}
                      >
                        <Box component="span" sx={{ fontWeight: 550 }}>
                          {country}
                        </Box>
                        <Box
                          component="span"
                          sx={{ display: 'none', [IS_NARROW]: { display: 'inline' } }}
                        >{` · ${operator}`}</Box>
                        <Box sx={NARROW}>
                          <code>{row.text}</code>
                        </Box>
                        <Typography variant="caption" color="textSecondary" sx={NARROW}>
                          {`${t(`platform.clauseKinds.${row.kind}`)} · ${t('platform.checked')}: ${row.checkedOn}`}
                        </Typography>
                      </TableCell>
                      <TableCell sx={{ ...WIDE, whiteSpace: 'nowrap' }}>{operator}</TableCell>
                      <TableCell sx={{ ...WIDE, whiteSpace: 'nowrap' }}>
                        {t(`platform.clauseKinds.${row.kind}`)}
                      </TableCell>
                      <TableCell sx={{ ...WIDE, width: '100%', overflowWrap: 'anywhere' }}>
                        <code>{row.text}</code>
                      </TableCell>
                      <TableCell sx={{ ...WIDE, whiteSpace: 'nowrap' }}>
                        {row.checkedOn}{' '}
                        <SourceButton
                          of={`${country}, ${operator}`}
                          source={row.source}
                          date={row.checkedOn}
                        />
                      </TableCell>
                      {edits && (
                        <TableCell align="right">
                          <RowMenu
                            name={`${country} ${operator}`}
                            actions={[
                              {
                                key: 'edit',
                                label: t('platform.edit'),
                                icon: <EditIcon />,
                                act: () => setEditing(row),
                              },
                              {
                                key: 'remove',
                                label: t('platform.remove'),
                                icon: <RemoveIcon />,
                                danger: true,
                                act: () => setRemoving(row),
                              },
                            ]}
                          />
                        </TableCell>
                      )}
                    </TableRow>
                  );
                })}
              </TableBody>
            </Table>
          </SideScroll>
        )
      )}
      {editing !== null && (
        <StopClauseDialog
          row={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('platform.clauseRemoveTitle')}
        action={t('platform.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ country: removing.country, network: removing.network });
        }}
      >
        {removing && t('platform.clauseRemoveText', { place: nameOf(removing).join(', ') })}
      </ConfirmDialog>
    </Section>
  );
}
