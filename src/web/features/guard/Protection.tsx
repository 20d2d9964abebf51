import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { guard, type GuardKind, type GuardRule } from '../../../contract/api/guard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { messageOf } from '../../api/call.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { Rows, SideScroll } from '../../ui/page/layout.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { Refusals } from './Refusals.tsx';
import { CountriesDialog } from './CountriesDialog.tsx';
import { byKind, inOrderOfRefusals } from './ruleOrder.ts';
import { useRuleWords } from './useRuleWords.ts';

/** The rules that protect the account from SMS pumping, and what they refused. */
export function Protection() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <SettingsFrame
      tab="protection"
      purpose={t('guard.purpose')}
      actions={
        <>
          <Button
            component={RouterLink}
            to="/dashboard/reports/verifications"
            variant="outlined"
            color="inherit"
          >
            {t('guard.verifications')}
          </Button>
          {reachOf(me.clientAccessLevel, 'platform.read') !== undefined && (
            <Button
              component={RouterLink}
              to="/dashboard/settings/protection/rules"
              variant="outlined"
              color="inherit"
            >
              {t('guard.all')}
            </Button>
          )}
        </>
      }
    >
      <Rows isFluid>
        <OwnRules />
        {reachOf(me.clientAccessLevel, 'messaging.read') !== undefined && <Refusals />}
      </Rows>
    </SettingsFrame>
  );
}

// A phone has the kind above the rule, and beside it who set it.
const WIDE_ONLY = { '@container (max-width: 519.95px)': { display: 'none' } } as const;
const PHONE_ONLY = { '@container (min-width: 520px)': { display: 'none' } } as const;
/** The distances of the cards below it. */
const AS_CARDS = {
  '@container (max-width: 519.95px)': { '& td': { px: 4, py: 3 } },
} as const;

function OwnRules() {
  const { t } = useTranslation();
  const me = useMe();
  const query = useGet(guard.rules, {});
  const [choosing, setChoosing] = useState(false);
  const rules = inOrderOfRefusals(query.data?.rules.filter(({ isInForce }) => isInForce) ?? []);
  const countries = rules.find(({ kind }) => kind === 'COUNTRIES')?.countries ?? [];
  return (
    <Section
      title={t('guard.rules')}
      flush
      action={
        query.data &&
        !me.impersonated && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setChoosing(true)}>
            {t('guard.choose')}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={160} sx={{ m: 5 }} />
        )
      ) : (
        <SideScroll isContainer tabIndex={0} role="region" aria-label={t('guard.rules')}>
          <Table aria-label={t('guard.rules')} sx={AS_CARDS}>
            <TableHead sx={WIDE_ONLY}>
              <TableRow>
                <TableCell>{t('guard.kind')}</TableCell>
                <TableCell>{t('guard.rule')}</TableCell>
                <TableCell sx={WIDE_ONLY}>{t('guard.setBy')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {countries.length === 0 && (
                <TableRow>
                  <KindCells kind="COUNTRIES" setBy={t('guard.platform')}>
                    {t('guard.anyCountry')}
                  </KindCells>
                  <TableCell sx={{ whiteSpace: 'nowrap', ...WIDE_ONLY }}>
                    {t('guard.platform')}
                  </TableCell>
                </TableRow>
              )}
              {byKind(rules).map(([first, ...others]) => (
                <TableRow key={first.ruleId}>
                  <KindCells
                    kind={first.kind}
                    setBy={t(first.clientId === null ? 'guard.platform' : 'guard.account')}
                  >
                    <Sentences rules={[first, ...others]} />
                  </KindCells>
                  <TableCell sx={{ whiteSpace: 'nowrap', ...WIDE_ONLY }}>
                    {t(first.clientId === null ? 'guard.platform' : 'guard.account')}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {choosing && <CountriesDialog countries={countries} onClose={() => setChoosing(false)} />}
    </Section>
  );
}

/** The sentences of rules of one kind; the exception that all of them have stands below them once. */
function Sentences({ rules }: { rules: readonly GuardRule[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const words = useRuleWords();
  const shares = new Set(rules.map(({ kind, share }) => (kind === 'SHARE' ? share : null)));
  const [share] = shares;
  const isShared = rules.length > 1 && shares.size === 1 && typeof share === 'number';
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {rules.map((rule) => (
        <Box key={rule.ruleId}>
          {isShared
            ? t('guard.shareOf', { digits: rule.digits ?? 0, codes: number(rule.codes ?? 0) })
            : words(rule)}
        </Box>
      ))}
      {isShared && (
        <Typography variant="body2" color="textSecondary">
          {t('guard.shareUnless', { share })}
        </Typography>
      )}
    </Box>
  );
}

function KindCells({
  kind,
  setBy,
  children,
}: {
  kind: GuardKind;
  setBy: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const name = t(`guard.kinds.${kind}`);
  return (
    <>
      <TableCell sx={{ fontWeight: 550, whiteSpace: 'nowrap', ...WIDE_ONLY }}>{name}</TableCell>
      <TableCell>
        <Box sx={{ fontWeight: 550, ...PHONE_ONLY }}>
          {name}
          <Typography component="span" variant="body2" color="textSecondary">
            {` · ${setBy}`}
          </Typography>
        </Box>
        {children}
      </TableCell>
    </>
  );
}
