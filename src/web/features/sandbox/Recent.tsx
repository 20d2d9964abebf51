import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { Choice } from './Chooser.tsx';

const SHOWN = 6;

/** The phones that last received something, each one click away. */
export function Recent({
  label,
  choices,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  onChoose(value: string): void;
}) {
  if (choices.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        p: 2,
        listStyle: 'none',
        width: '100%',
        maxWidth: 420,
        mx: 'auto',
        mt: -8,
        pb: 6,
      }}
    >
      {choices.slice(0, SHOWN).map(({ value, about }) => (
        <li key={value}>
          <ButtonBase
            onClick={() => onChoose(value)}
            sx={(theme) => ({
              width: '100%',
              display: 'flex',
              justifyContent: 'space-between',
              gap: 3,
              px: 3,
              minHeight: 40,
              borderRadius: 'var(--corner)',
              textAlign: 'left',
              '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
              '&:focus-visible': {
                outline: `2px solid ${theme.vars?.palette.primary.main}`,
                outlineOffset: -2,
              },
            })}
          >
            <Typography
              component="span"
              noWrap
              sx={{ fontWeight: 550, color: 'primary.main', minWidth: 0 }}
            >
              {value}
            </Typography>
            <Typography
              component="span"
              variant="caption"
              color="textSecondary"
              sx={{ flex: 'none' }}
            >
              {about}
            </Typography>
          </ButtonBase>
        </li>
      ))}
    </Box>
  );
}
