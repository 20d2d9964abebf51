import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { CampaignSummary } from '../../../../contract/api/campaign-summary.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Shares } from './Shares.tsx';

/** How a campaign divides by country, where there are several, and by network. */
export function SharesBy({ summary }: { summary: CampaignSummary }) {
  const { t } = useTranslation();
  const { network: networkOf, region: regionOf } = useFormat();
  const { regions, networks } = summary;
  if (regions.length <= 1 && networks.length === 0) return null;
  return (
    <Folded
      title={t(regions.length > 1 ? 'compose.byCountryAndNetwork' : 'compose.byNetwork')}
      heading="h2"
    >
      <Box sx={{ mx: -4, mb: -4 }}>
        {regions.length > 1 && (
          <Shares
            label={t('fromFile.byRegion')}
            first={t('fromFile.region')}
            rows={regions.map((region) => ({ ...region, name: regionOf(region.regionName) }))}
          />
        )}
        <Shares
          label={t('compose.byNetwork')}
          first={t('compose.network')}
          rows={networks.map((network) => ({
            name:
              network.network === ''
                ? t('compose.networkUnknown')
                : (networkOf(network.network, network.country) ?? network.network),
            ...network,
          }))}
        />
      </Box>
    </Folded>
  );
}
