import Drawer from '@mui/material/Drawer';
import { useTranslation } from 'react-i18next';
import { Contents, type Entry } from './Contents.tsx';

/** The contents over the page, for narrow windows. */
export function ContentsDrawer({
  open,
  entries,
  onClose,
}: {
  open: boolean;
  entries: readonly Entry[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': t('apidocs.contents'),
          sx: { width: 300, maxWidth: '86vw', p: 3 },
        },
      }}
    >
      <Contents entries={entries} onChosen={onClose} />
    </Drawer>
  );
}
