import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';

/** The errors of a form, each linked to its field. */
export function ErrorSummary({ errors }: { errors: readonly { id: string; message: string }[] }) {
  const { t } = useTranslation();
  if (errors.length === 0) return null;
  return (
    <Alert severity="error">
      <AlertTitle>{t('common.errorSummary')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 5 }}>
        {errors.map(({ id, message }) => (
          <Box component="li" key={id} sx={{ lineHeight: '26px' }}>
            <Link
              href={`#${id}`}
              color="inherit"
              underline="always"
              sx={{ display: 'inline-block', verticalAlign: 'top', lineHeight: '20px', py: '3px' }}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {message}
            </Link>
          </Box>
        ))}
      </Box>
    </Alert>
  );
}
