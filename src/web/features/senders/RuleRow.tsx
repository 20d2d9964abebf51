import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { INITIAL_SOURCE } from '../../../contract/api/sender-rules.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { SourceButton } from '../../parts/SourceButton.tsx';
import { Dotted } from '../../ui/figures/Dotted.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';

/** A narrow card has a rule's kind with the rest below it: seven columns are as wide in Portuguese. */
const IS_NARROW = '@container (max-width: 899.95px)';
export const WIDE_ONLY = { [IS_NARROW]: { display: 'none' } } as const;
const NARROW_ONLY = { '@container (min-width: 900px)': { display: 'none' } } as const;

/** The name of a rule's country. */
export function useRuleCountry(): (code: string) => string {
  const { t } = useTranslation();
  const { country } = useFormat();
  return (code) => (code === '*' ? t('senders.anyCountry') : country(code));
}

/** The facts of a rule in words. */
function useRuleWords() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const nameOf = useRuleCountry();
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
  return { nameOf, feeOf, daysOf, lengthOf, documentsOf };
}

/** One kind of sender ID of a country, with its source and its change. */
export function RuleRow({ rule, onEdit }: { rule: SenderRule; onEdit(): void }) {
  const { t } = useTranslation();
  const words = useRuleWords();
  const source = (
    <SourceButton
      of={`${words.nameOf(rule.country)}, ${t(`senders.kinds.${rule.kind}`)}`}
      source={rule.source === INITIAL_SOURCE ? t('platform.initialSource') : rule.source}
      date={rule.source === INITIAL_SOURCE ? null : rule.checkedOn}
    />
  );
  const edit = (
    <Button
      size="small"
      color="inherit"
      startIcon={<EditIcon />}
      sx={{ [IS_NARROW]: { minWidth: 40, '& .MuiButton-startIcon': { m: 0 } } }}
      aria-label={`${t('senders.edit')}: ${words.nameOf(rule.country)}, ${t(`senders.kinds.${rule.kind}`)}`}
      onClick={onEdit}
    >
      <Box component="span" sx={WIDE_ONLY}>
        {t('senders.edit')}
      </Box>
    </Button>
  );
  return (
    <TableRow>
      <TableCell>
        {/* Seen above; heard in every row. */}
        <Box component="span" sx={visuallyHidden}>{`${words.nameOf(rule.country)}, `}</Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            [IS_NARROW]: { my: -2, mr: -3 },
          }}
        >
          <Box component="span" sx={{ flex: 1 }}>
            {t(`senders.kinds.${rule.kind}`)}
          </Box>
          <Box component="span" sx={NARROW_ONLY}>
            {source}
            {edit}
          </Box>
        </Box>
        <Typography
          variant="caption"
          component="div"
          color={rule.offered ? 'textSecondary' : 'error'}
          sx={NARROW_ONLY}
        >
          {rule.offered && (
            <Dotted>
              {[
                words.lengthOf(rule),
                ...(rule.fee === null ? [] : [`${t('senders.fee')}: ${words.feeOf(rule)}`]),
                `${t('senders.workingDays')}: ${words.daysOf(rule)}`,
              ].map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </Dotted>
          )}
          {words.documentsOf(rule)}
        </Typography>
      </TableCell>
      {rule.offered ? (
        <>
          <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>{words.lengthOf(rule)}</TableCell>
          <TableCell sx={{ ...WIDE_ONLY, minWidth: 180 }}>{words.documentsOf(rule)}</TableCell>
          <TableCell
            sx={{
              ...WIDE_ONLY,
              whiteSpace: 'nowrap',
              ...(rule.fee === null && { color: 'text.secondary' }),
            }}
          >
            {words.feeOf(rule)}
          </TableCell>
          <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>{words.daysOf(rule)}</TableCell>
        </>
      ) : (
        <TableCell colSpan={4} sx={{ ...WIDE_ONLY, color: 'error.main' }}>
          {t('senders.offeredNot')}
        </TableCell>
      )}
      <TableCell sx={WIDE_ONLY}>{source}</TableCell>
      <TableCell sx={{ ...WIDE_ONLY, whiteSpace: 'nowrap' }}>{edit}</TableCell>
    </TableRow>
  );
}
