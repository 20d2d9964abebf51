import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** The progress of a task with several steps; earlier steps are links. */
export function StepHeader({
  label,
  steps,
  current,
}: {
  label: string;
  steps: readonly { label: string; to?: string }[];
  current: number;
}) {
  return (
    <Box component="nav" aria-label={label} sx={{ mb: 5 }}>
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', gap: 2, alignItems: 'center' }}
      >
        {steps.map((step, index) => {
          const past = index < current,
            now = index === current;
          return (
            <Box
              component="li"
              key={step.label}
              aria-current={now ? 'step' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                flex: { xs: now ? 1 : 'none', sm: 'none' },
                minWidth: 0,
                fontWeight: now ? 600 : 400,
                color: now ? 'text.primary' : 'text.secondary',
              }}
            >
              {index > 0 && (
                <Box
                  aria-hidden="true"
                  sx={(theme) => ({
                    // The room beside the present step is a line of its own on a phone.
                    display: { xs: index === current + 1 ? 'none' : 'block', sm: 'block' },
                    width: { xs: 12, sm: 32 },
                    height: '1px',
                    backgroundColor: theme.vars?.palette.surface.control,
                  })}
                />
              )}
              <Box
                aria-hidden="true"
                sx={(theme) => ({
                  width: 24,
                  height: 24,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontSize: 12,
                  fontWeight: 600,
                  flex: 'none',
                  color: now
                    ? theme.vars?.palette.primary.contrastText
                    : past
                      ? theme.vars?.palette.primary.main
                      : theme.vars?.palette.text.secondary,
                  backgroundColor: now
                    ? theme.vars?.palette.primary.main
                    : past
                      ? theme.vars?.palette.surface.accent
                      : theme.vars?.palette.surface.sunken,
                  border: `1px solid ${now || past ? theme.vars?.palette.primary.main : theme.vars?.palette.surface.control}`,
                })}
              >
                {past ? <DoneIcon sx={{ fontSize: 15 }} /> : index + 1}
              </Box>
              <Box
                component="span"
                sx={{
                  display: { xs: now ? 'inline' : 'none', sm: 'inline' },
                  whiteSpace: 'nowrap',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                }}
              >
                {past && step.to !== undefined ? (
                  <Link component={RouterLink} to={step.to} color="inherit">
                    {step.label}
                  </Link>
                ) : (
                  step.label
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
