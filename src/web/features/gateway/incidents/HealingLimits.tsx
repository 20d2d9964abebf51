import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/RemoveCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { healing, type HealingLimit } from '../../../../contract/api/healing.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { SideScroll } from '../../../ui/layout.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { RowMenu } from '../../../ui/RowMenu.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { LimitDialog } from './LimitDialog.tsx';

/** How far routes may move shares by themselves: the limits of all, and those of routes and connectors. */
export function HealingLimits() {
  const { t } = useTranslation();
  const query = useGet(healing.limits, {}, { anew: true });
  const [edited, setEdited] = useState<HealingLimit | 'new' | null>(null);
  const limits = query.data?.limits;
  const [ofAll] = limits ?? [];
  return (
    <Page
      title={t('incidents.limits.title')}
      purpose={t('incidents.limits.purpose')}
      back={{ to: '/dashboard/status/incidents', label: t('monitoring.tabs.incidents') }}
      actions={
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          disabled={ofAll === undefined}
          onClick={() => setEdited('new')}
        >
          {t('incidents.limits.add')}
        </Button>
      }
    >
      <Section flush={limits !== undefined}>
        {limits ? (
          <LimitTable limits={limits} onEdit={setEdited} />
        ) : query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={120} />
        )}
      </Section>
      {limits && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {t('incidents.limits.text')}
        </Typography>
      )}
      {edited !== null && ofAll !== undefined && (
        <LimitDialog
          limit={edited === 'new' ? ofAll : edited}
          isNew={edited === 'new'}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}

// A phone has the sentence under the name.
const WIDE_ONLY = { '@container (max-width: 519.95px)': { display: 'none' } } as const;
/** Room as in the cards of lists, with the menu beside the name. */
const CARD = {
  '@container (max-width: 519.95px)': { py: 4, verticalAlign: 'top' },
} as const;
const NARROW_ONLY = { '@container (min-width: 520px)': { display: 'none' } } as const;

function LimitTable({
  limits,
  onEdit,
}: {
  limits: readonly HealingLimit[];
  onEdit(limit: HealingLimit): void;
}) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const toast = useToast();
  const [dropping, setDropping] = useState<HealingLimit>();
  const drop = useSend(healing.dropLimit, {
    changes: [healing.limits],
    done: () => {
      setDropping(undefined);
      toast.success(t('incidents.limits.dropped'));
    },
  });
  const nameOf = ({ routeId, routeOrder, cid }: HealingLimit) =>
    [
      routeId === null ? null : t('carrierErrors.rates.route', { order: routeOrder ?? routeId }),
      cid,
    ]
      .filter((part) => part !== null)
      .join(', ') || t('incidents.limits.all');
  const label = t('incidents.limits.title');
  return (
    <SideScroll isContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead sx={WIDE_ONLY}>
          <TableRow>
            <TableCell>{t('incidents.limits.of')}</TableCell>
            <TableCell>{t('incidents.limits.means')}</TableCell>
            <TableCell component="td" align="right" />
          </TableRow>
        </TableHead>
        <TableBody>
          {limits.map((limit) => {
            const { routeId, cid, mode, leastPercent, mostPercent } = limit;
            const name = nameOf(limit);
            // A share that always stays leaves no more to move than the rest.
            const most = percent(Math.min(mostPercent, 100 - leastPercent) / 100);
            const meaning = t(`incidents.limits.meanings.${mode}`, {
              least: percent(leastPercent / 100),
              most,
            });
            const isOfAll = routeId === null && cid === null;
            return (
              <TableRow key={name}>
                <TableCell
                  component="th"
                  scope="row"
                  sx={{
                    fontWeight: 600,
                    ...CARD,
                    '@container (min-width: 520px)': { fontWeight: 400, whiteSpace: 'nowrap' },
                  }}
                >
                  {name}
                  <Box sx={{ ...NARROW_ONLY, fontWeight: 400, whiteSpace: 'normal' }}>
                    <Typography
                      variant="body2"
                      component="div"
                      color="textSecondary"
                      sx={{ mt: 1 }}
                    >
                      {meaning}
                    </Typography>
                  </Box>
                </TableCell>
                <TableCell sx={WIDE_ONLY}>{meaning}</TableCell>
                <TableCell align="right" sx={CARD}>
                  <RowMenu
                    name={name}
                    actions={[
                      {
                        key: 'edit',
                        label: t('incidents.limits.edit'),
                        icon: <EditIcon />,
                        act: () => onEdit(limit),
                      },
                      ...(isOfAll
                        ? []
                        : [
                            {
                              key: 'drop',
                              label: t('incidents.limits.drop'),
                              icon: <RemoveIcon />,
                              act: () => setDropping(limit),
                            },
                          ]),
                    ]}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {dropping && (
        <ConfirmDialog
          open
          title={t('incidents.limits.dropTitle', { name: nameOf(dropping) })}
          action={t('incidents.limits.drop')}
          danger
          busy={drop.isPending}
          onClose={() => setDropping(undefined)}
          onConfirm={() =>
            drop.mutate({
              ...(dropping.routeId !== null && { routeId: String(dropping.routeId) }),
              ...(dropping.cid !== null && { cid: dropping.cid }),
            })
          }
        >
          {t('incidents.limits.dropText')}
        </ConfirmDialog>
      )}
    </SideScroll>
  );
}
