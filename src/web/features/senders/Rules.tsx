import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INITIAL_SOURCE } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CountryFlag } from '../../ui/CountryFlag.tsx';
import { Dotted } from '../../ui/Dotted.tsx';
import { SourceButton } from '../../parts/SourceButton.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { RulesFrame } from './RulesFrame.tsx';
import { RuleDialog } from './RuleDialog.tsx';

const WIDE_ONLY = { display: { xs: 'none', md: 'table-cell' } } as const;

/** Rules of each country with their source and date, kept by an administrator. */
export function Rules() {
  const { t } = useTranslation();
  const { country, money } = useFormat();
  const query = useGet(senders.rules, {});
  const [editing, setEditing] = useState<SenderRule>();
  // A phone has a rule's kind with the rest below it.
  const roomy = [
    t('senders.length'),
    t('senders.documentsAsked'),
    t('senders.fee'),
    t('senders.workingDays'),
    t('senders.source'),
  ];
  const feeOf = ({ fee, currency }: SenderRule) =>
    fee === null || currency === null ? t('senders.noFee') : money(fee, currency);
  const daysOf = ({ daysLeast, daysMost }: SenderRule) =>
    t('senders.daysOf', { least: daysLeast, most: daysMost });
  const lengthOf = ({ shortest, longest }: SenderRule) =>
    t('senders.lengthOf', { shortest, longest });
  /** The documents that operators ask for, or that they accept no such sender ID. */
  const documentsOf = ({ documents, offered }: SenderRule) =>
    offered
      ? documents
          .map((kind, at) => {
            const name = t(`senders.documentKinds.${kind}`);
            return at === 0 ? name : name.slice(0, 1).toLocaleLowerCase() + name.slice(1);
          })
          .join(', ')
      : t('senders.offeredNot');
  const nameOf = (code: string) => (code === '*' ? t('senders.anyCountry') : country(code));
  const sourceOf = (rule: SenderRule) => (
    <SourceButton
      of={`${nameOf(rule.country)}, ${t(`senders.kinds.${rule.kind}`)}`}
      source={rule.source === INITIAL_SOURCE ? t('platform.initialSource') : rule.source}
      date={rule.source === INITIAL_SOURCE ? null : rule.checkedOn}
    />
  );
  const editOf = (rule: SenderRule) => (
    <Button
      size="small"
      color="inherit"
      startIcon={<EditIcon />}
      sx={(theme) => ({
        [theme.breakpoints.down('md')]: {
          minWidth: 40,
          '& .MuiButton-startIcon': { m: 0 },
        },
      })}
      aria-label={`${t('senders.edit')}: ${nameOf(rule.country)}, ${t(`senders.kinds.${rule.kind}`)}`}
      onClick={() => setEditing(rule)}
    >
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {t('senders.edit')}
      </Box>
    </Button>
  );
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
            sx={{ overflowX: 'auto', position: 'relative' }}
            tabIndex={0}
            role="region"
            aria-label={t('senders.rulesTitle')}
          >
            <Table size="small">
              <TableHead sx={{ display: { xs: 'none', md: 'table-header-group' } }}>
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
                    <TableRow>
                      <TableCell>
                        {/* Seen above; heard in every row. */}
                        <Box
                          component="span"
                          sx={visuallyHidden}
                        >{`${nameOf(rule.country)}, `}</Box>
                        <Box
                          sx={{
                            display: 'flex',
                            alignItems: 'center',
                            my: { xs: -2, md: 0 },
                            mr: { xs: -3, md: 0 },
                          }}
                        >
                          <Box component="span" sx={{ flex: 1 }}>
                            {t(`senders.kinds.${rule.kind}`)}
                          </Box>
                          <Box component="span" sx={{ display: { md: 'none' } }}>
                            {sourceOf(rule)}
                            {editOf(rule)}
                          </Box>
                        </Box>
                        <Typography
                          variant="caption"
                          component="div"
                          color={rule.offered ? 'textSecondary' : 'error'}
                          sx={{ display: { md: 'none' } }}
                        >
                          {rule.offered && (
                            <Dotted>
                              {[
                                lengthOf(rule),
                                ...(rule.fee === null
                                  ? []
                                  : [`${t('senders.fee')}: ${feeOf(rule)}`]),
                                `${t('senders.workingDays')}: ${daysOf(rule)}`,
                              ].map((fact) => (
                                <span key={fact}>{fact}</span>
                              ))}
                            </Dotted>
                          )}
                          {documentsOf(rule)}
                        </Typography>
                      </TableCell>
                      {rule.offered ? (
                        <>
                          <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>
                            {lengthOf(rule)}
                          </TableCell>
                          <TableCell sx={{ ...WIDE_ONLY, minWidth: 180 }}>
                            {documentsOf(rule)}
                          </TableCell>
                          <TableCell
                            sx={{
                              ...WIDE_ONLY,
                              whiteSpace: 'nowrap',
                              ...(rule.fee === null && { color: 'text.secondary' }),
                            }}
                          >
                            {feeOf(rule)}
                          </TableCell>
                          <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>
                            {daysOf(rule)}
                          </TableCell>
                        </>
                      ) : (
                        <TableCell colSpan={4} sx={{ ...WIDE_ONLY, color: 'error.main' }}>
                          {t('senders.offeredNot')}
                        </TableCell>
                      )}
                      <TableCell sx={WIDE_ONLY}>{sourceOf(rule)}</TableCell>
                      <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>
                        {editOf(rule)}
                      </TableCell>
                    </TableRow>
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
