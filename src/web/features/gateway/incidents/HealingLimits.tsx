import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/RemoveCircleOutlined';
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
import {
  healing,
  LEAST_FALL,
  LOW_HOURS,
  type HealingLimit,
} from '../../../../contract/api/healing.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList, SideScroll } from '../../../ui/page/layout.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { usePhone } from '../../../ui/page/usePhone.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { LimitDialog } from './LimitDialog.tsx';

/** How far routes may move shares by themselves: the limits of all, and those of routes and connectors. */
export function HealingLimits() {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
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
        <Box sx={{ mt: 3, display: 'grid', gap: 4 }}>
          <Typography variant="body2" color="textSecondary">
            {t('incidents.limits.text')}
          </Typography>
          <Section title={t('incidents.limits.when')}>
            <Box component="ul" sx={{ m: 0, mb: 3, pl: 5, display: 'grid', gap: 2, fontSize: 14 }}>
              <li>{t('incidents.limits.whenLess', { points: number(100 * LEAST_FALL) })}</li>
              <li>{t('incidents.limits.whenSeldom', { hours: percent(1 - LOW_HOURS) })}</li>
            </Box>
            <Typography variant="body2" color="textSecondary">
              {t('incidents.limits.whenKept')}
            </Typography>
          </Section>
        </Box>
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

function LimitTable({
  limits,
  onEdit,
}: {
  limits: readonly HealingLimit[];
  onEdit(limit: HealingLimit): void;
}) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const isPhone = usePhone();
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
  const rows = limits.map((limit) => {
    const { routeId, cid, mode, leastPercent, mostPercent, changeTimestamp } = limit;
    const name = nameOf(limit);
    // A share that always stays leaves no more to move than the rest.
    const most = Math.min(mostPercent, 100 - leastPercent);
    const isMoving = mode === 'MOVE';
    return {
      name,
      link: (
        <Link
          component="button"
          type="button"
          aria-label={t('incidents.limits.editOf', { name })}
          onClick={() => onEdit(limit)}
          sx={{ textAlign: 'left', verticalAlign: 'baseline' }}
        >
          {name}
        </Link>
      ),
      meaning: t(`incidents.limits.modes.${mode}`),
      most: isMoving ? percent(most / 100) : DASH,
      least: isMoving ? percent(1 - most / 100) : DASH,
      changed:
        changeTimestamp === null ? (
          <Typography variant="body2" component="span" color="textSecondary">
            {t('incidents.limits.never')}
          </Typography>
        ) : (
          <Time at={changeTimestamp} />
        ),
      // The limits of all cannot be removed.
      menu: (routeId !== null || cid !== null) && (
        <RowMenu
          name={name}
          actions={[
            {
              key: 'drop',
              label: t('incidents.limits.drop'),
              icon: <RemoveIcon />,
              act: () => setDropping(limit),
            },
          ]}
        />
      ),
    };
  });
  const hasMenus = rows.some(({ menu }) => menu);
  return (
    <SideScroll>
      {isPhone ? (
        <PlainList gap={0} aria-label={label}>
          {rows.map(({ name, link, meaning, most, least, changed, menu }) => (
            <Box
              component="li"
              key={name}
              sx={(theme) => ({
                p: 4,
                display: 'grid',
                gap: 2,
                borderBottom: `1px solid ${theme.vars?.palette.divider}`,
                '&:last-child': { borderBottom: 0 },
              })}
            >
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                {link}
                {menu}
              </Box>
              <Typography variant="body2">{meaning}</Typography>
              {(
                [
                  ['most', most],
                  ['least', least],
                  ['changed', changed],
                ] as const
              ).map(([key, value]) => (
                <Box
                  key={key}
                  sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, fontSize: 13 }}
                >
                  <Typography variant="body2" component="span" color="textSecondary">
                    {t(`incidents.limits.${key}`)}
                  </Typography>
                  <span>{value}</span>
                </Box>
              ))}
            </Box>
          ))}
        </PlainList>
      ) : (
        <Table size="small" aria-label={label}>
          <TableHead>
            <TableRow>
              <TableCell>{t('incidents.limits.of')}</TableCell>
              <TableCell>{t('incidents.limits.mode')}</TableCell>
              <TableCell align="right">{t('incidents.limits.most')}</TableCell>
              <TableCell align="right">{t('incidents.limits.least')}</TableCell>
              <TableCell align="right">{t('incidents.limits.changed')}</TableCell>
              {hasMenus && <TableCell component="td" align="right" />}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ name, link, meaning, most, least, changed, menu }) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  {link}
                </TableCell>
                <TableCell>{meaning}</TableCell>
                <TableCell align="right">{most}</TableCell>
                <TableCell align="right">{least}</TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {changed}
                </TableCell>
                {hasMenus && <TableCell align="right">{menu}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
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
