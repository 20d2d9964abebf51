import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { senders } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CountryFlag } from '../../ui/figures/CountryFlag.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';
import { RulesFrame } from './RulesFrame.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleRow, useRuleCountry, WIDE_ONLY } from './RuleRow.tsx';

/** Rules of each country with their source and date, kept by an administrator. */
export function Rules() {
  const { t } = useTranslation();
  const nameOf = useRuleCountry();
  const query = useGet(senders.rules, {});
  const [editing, setEditing] = useState<SenderRule>();
  const roomy = [
    t('senders.length'),
    t('senders.documentsAsked'),
    t('senders.fee'),
    t('senders.workingDays'),
    t('senders.source'),
  ];
  return (
    <RulesFrame tab="rules" purpose={t('senders.rulesPurpose')}>
      <Section flush>
        {query.error && (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        )}
        {query.isPending && <Skeleton variant="rounded" height={360} />}
        {query.data && (
          <Box
            sx={{ overflowX: 'auto', position: 'relative', containerType: 'inline-size' }}
            tabIndex={0}
            role="region"
            aria-label={t('senders.rulesTitle')}
          >
            <Table size="small">
              <TableHead sx={WIDE_ONLY}>
                <TableRow>
                  {[
                    t('senders.kind'),
                    t('senders.length'),
                    t('senders.documentsAsked'),
                    t('senders.fee'),
                    t('senders.workingDays'),
                    t('senders.source'),
                  ].map((head) => (
                    <TableCell key={head} sx={roomy.includes(head) ? WIDE_ONLY : undefined}>
                      {head}
                    </TableCell>
                  ))}
                  <TableCell sx={WIDE_ONLY}>
                    <Box component="span" sx={visuallyHidden}>
                      {t('common.actions')}
                    </Box>
                  </TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {query.data.rules.map((rule, at, all) => (
                  <Fragment key={`${rule.country} ${rule.kind}`}>
                    {all[at - 1]?.country !== rule.country && (
                      <TableRow>
                        <TableCell
                          component="th"
                          scope="rowgroup"
                          colSpan={7}
                          sx={(theme) => ({
                            height: 38,
                            fontWeight: 600,
                            backgroundColor: theme.vars?.palette.surface.sunken,
                          })}
                        >
                          {rule.country !== '*' && <CountryFlag code={rule.country} />}
                          {nameOf(rule.country)}
                        </TableCell>
                      </TableRow>
                    )}
                    <RuleRow rule={rule} onEdit={() => setEditing(rule)} />
                  </Fragment>
                ))}
              </TableBody>
            </Table>
          </Box>
        )}
      </Section>
      {editing && (
        <RuleDialog
          rule={editing}
          title={t('senders.ruleTitle', {
            country: nameOf(editing.country),
            kind: t(`senders.kinds.${editing.kind}`),
          })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </RulesFrame>
  );
}
