import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';
import type { LinkRefusal } from './useMailedLink.ts';

/** A mailed link that cannot be read: `advice` says how to go on where it is used up. */
export function LinkRefused({
  title,
  refusal: { message, again },
  advice,
}: {
  title: string;
  refusal: LinkRefusal;
  advice: string;
}) {
  const { t } = useTranslation();
  return (
    <Frame title={title}>
      <Alert severity="error">{message}</Alert>
      {again === undefined ? (
        <Typography color="textSecondary">{advice}</Typography>
      ) : (
        <Button variant="contained" size="large" onClick={again}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Frame>
  );
}
