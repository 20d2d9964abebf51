import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

export function Total({ name, value, tone }: { name: string; value: string; tone?: string }) {
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography
        variant="figure"
        component="p"
        sx={{ fontSize: 20, lineHeight: '28px', color: tone }}
      >
        {value}
      </Typography>
    </Box>
  );
}
