import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { carrierErrors, type CarrierError } from '../../../contract/api/carrier-errors.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Rows } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { useGet } from '../queries.ts';
import { incidentAt, useOpenIncidents } from '../monitoring/useOpenIncidents.ts';
import { totalOf } from './errorTotal.ts';
import { ErrorTable } from './ErrorTable.tsx';
import { RateTable } from './RateTable.tsx';
import { useUndecided } from './useUndecided.ts';

const EVERY = 20_000;
/** Errors that answer a submission, before any receipt. */
const AT_ONCE: ReadonlySet<CarrierError['outcome']> = new Set(['REFUSED', 'TEMPORARY', 'LOST']);

/**
 * Deliveries of carriers compared with other days, and their refusals and failures.
 * @param cid the connector; all without one
 */
export function CarrierErrors({
  cid,
  shows = 'both',
}: {
  cid?: string;
  shows?: 'both' | 'rates' | 'errors';
}) {
  const { t } = useTranslation();
  const { moment, number, rate, network: networkName } = useFormat();
  const query = useGet(
    carrierErrors.list,
    { ...(cid !== undefined && { cid }) },
    { every: () => EVERY, keep: true },
  );
  const { data } = query;
  const hasRates = shows !== 'errors' && data !== undefined && data.rates.length > 0;
  const incidents = useOpenIncidents({
    ...(cid === undefined ? { most: 200 } : { cids: [cid], most: 5 }),
    when: hasRates,
  });
  const errors = data?.errors ?? [];
  const isUndecided = useUndecided(errors, shows !== 'rates' && errors.length > 0);
  if (data === undefined)
    return (
      <Section title={t(shows === 'rates' ? 'carrierErrors.rates.title' : 'carrierErrors.title')}>
        {query.isError ? (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(query.error)}
            retry={() => void query.refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={160} />
        )}
      </Section>
    );
  const total = totalOf(data.errors);
  /** The one network that has all the errors, or words for several. */
  const placesIn = ([first, ...others]: readonly CarrierError[]): string =>
    first !== undefined &&
    others.every((each) => each.network === first.network && each.country === first.country)
      ? (networkName(first.network, first.country) ?? t('carrierErrors.unknownNetwork'))
      : t('carrierErrors.theseNetworks');
  /** How many came by a receipt, which is a message that was submitted, and how many at once. */
  function splitOf(all: readonly CarrierError[]): readonly string[] {
    const refused = all
      .filter(({ outcome }) => AT_ONCE.has(outcome))
      .reduce((sum, { day: count }) => sum + count, 0);
    return refused === 0 || refused === total.errors
      ? []
      : [
          t('carrierErrors.byReceipt', { value: number(total.errors - refused) }),
          t('carrierErrors.atSubmission', { value: number(refused) }),
        ];
  }
  const isCut = data.more > 0;
  const isTotalKnown = total.share !== null && !isCut;
  const hour = moment(data.hourTimestamp);
  const day = moment(data.dayTimestamp);
  return (
    <Rows isFluid>
      {query.isError && (
        <Alert severity="warning">{`${t('list.failed')}: ${messageOf(query.error)}`}</Alert>
      )}
      {shows !== 'errors' && (
        <Section title={t('carrierErrors.rates.title')} flush>
          {data.rates.length === 0 ? (
            <Note>{t('carrierErrors.rates.none', { hour })}</Note>
          ) : (
            <>
              <Note>
                {t(
                  data.rates.some(
                    (rate) => rate.usual !== null || incidentAt(rate, incidents) !== undefined,
                  )
                    ? 'carrierErrors.rates.text'
                    : 'carrierErrors.rates.textNew',
                )}
              </Note>
              <RateTable
                rates={data.rates}
                incidents={incidents}
                withConnector={cid === undefined}
              />
            </>
          )}
        </Section>
      )}
      {shows !== 'rates' && (
        <Section title={t('carrierErrors.title')} flush>
          {data.errors.length === 0 ? (
            <Note>{t('carrierErrors.none', { day })}</Note>
          ) : (
            <>
              <Note>
                {t(isTotalKnown ? 'carrierErrors.totalOf' : 'carrierErrors.total', {
                  count: total.errors,
                  // Errors beyond the listed ones are counted in kinds alone.
                  value: number(total.errors) + (isCut ? '+' : ''),
                  share: rate(total.share ?? 0),
                  place: placesIn(data.errors),
                  day,
                })}
              </Note>
              <ErrorTable
                // Codes that wait for somebody come first.
                errors={[
                  ...errors.filter(isUndecided),
                  ...errors.filter((each) => !isUndecided(each)),
                ]}
                withConnector={cid === undefined}
                hour={hour}
                isNetworkSaid={isTotalKnown}
                facts={isCut ? [] : splitOf(data.errors)}
                isUndecided={isUndecided}
              />
              {data.more > 0 && (
                <Note>
                  {t('carrierErrors.more', { count: data.more, value: number(data.more) })}
                </Note>
              )}
            </>
          )}
        </Section>
      )}
    </Rows>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Typography
      variant="body2"
      color="textSecondary"
      sx={{ px: { xs: 4, sm: 5 }, pb: 3, '&:last-child:not(:first-child)': { pt: 3 } }}
    >
      {children}
    </Typography>
  );
}
