import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe } from '../../../parts/queries.ts';
import { BrandEditor } from './BrandEditor.tsx';
import { ProposedHosts } from './ProposedHosts.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';

/** The account's brand, and for an administrator the hosts that clients have proposed. */
export function Branding() {
  const { t } = useTranslation();
  const me = useMe();
  const mayRelease = reachOf(me.clientAccessLevel, 'hosts.release') !== undefined;
  return (
    <SettingsFrame tab="branding" purpose={t('settings.brand.purpose')}>
      {mayRelease && (
        <Box sx={{ mb: 5 }}>
          <ProposedHosts />
        </Box>
      )}
      <BrandEditor client={me} />
    </SettingsFrame>
  );
}
