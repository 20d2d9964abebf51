// Draws src/web/features/statistics/map/africa.json: the countries of Africa as paths of an SVG, from
// Natural Earth 1:110m (public domain) as the package world-atlas ships it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Position = [x: number, y: number];
type Geometry = { type: string; id?: string; properties: { name: string }; arcs: unknown };
type Topology = {
  transform: { scale: Position; translate: Position };
  arcs: Position[][];
  objects: { countries: { geometries: Geometry[] } };
};

/** ISO 3166: the numeric code of each country, as Natural Earth names it, and its two letters. */
const COUNTRIES: Readonly<Record<string, string>> = {
  '012': 'DZ',
  '024': 'AO',
  '072': 'BW',
  '108': 'BI',
  '120': 'CM',
  '140': 'CF',
  '148': 'TD',
  '178': 'CG',
  '180': 'CD',
  '204': 'BJ',
  '226': 'GQ',
  '231': 'ET',
  '232': 'ER',
  '262': 'DJ',
  '266': 'GA',
  '270': 'GM',
  '288': 'GH',
  '324': 'GN',
  '384': 'CI',
  '404': 'KE',
  '426': 'LS',
  '430': 'LR',
  '434': 'LY',
  '450': 'MG',
  '454': 'MW',
  '466': 'ML',
  '478': 'MR',
  '504': 'MA',
  '508': 'MZ',
  '516': 'NA',
  '562': 'NE',
  '566': 'NG',
  '624': 'GW',
  '646': 'RW',
  '686': 'SN',
  '694': 'SL',
  '706': 'SO',
  '710': 'ZA',
  '716': 'ZW',
  '728': 'SS',
  '729': 'SD',
  '732': 'EH',
  '748': 'SZ',
  '768': 'TG',
  '788': 'TN',
  '800': 'UG',
  '818': 'EG',
  '834': 'TZ',
  '854': 'BF',
  '894': 'ZM',
};
/** Without a code in the source. */
const BY_NAME: Readonly<Record<string, string>> = { Somaliland: 'SO' };

const WIDTH = 560;
const CENTRE: Position = [18, 2];
const RADIANS = Math.PI / 180;

/** Lambert's azimuthal equal-area projection about the middle of the continent, of the unit sphere. */
function project([longitude, latitude]: Position): Position {
  const [east, north] = [(longitude - CENTRE[0]) * RADIANS, latitude * RADIANS];
  const south = CENTRE[1] * RADIANS;
  const scale = Math.sqrt(
    2 /
      (1 + Math.sin(south) * Math.sin(north) + Math.cos(south) * Math.cos(north) * Math.cos(east)),
  );
  return [
    scale * Math.cos(north) * Math.sin(east),
    -scale *
      (Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)),
  ];
}

function decode({ arcs, transform: { scale, translate } }: Topology): Position[][] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Position => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** The rings of a country; an arc below zero runs backwards. */
function ringsOf({ type, arcs }: Geometry, lines: Position[][]): Position[][] {
  const polygons = (type === 'Polygon' ? [arcs] : arcs) as number[][][];
  return polygons.flat().map((ring) =>
    ring.flatMap((at, index) => {
      const line = at < 0 ? lines[~at]!.toReversed() : lines[at]!;
      return index === 0 ? line : line.slice(1);
    }),
  );
}

const root = join(import.meta.dirname, '..');
const source = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json');
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology;
const lines = decode(topology);
const shapes = new Map<string, Position[][]>();
for (const geometry of topology.objects.countries.geometries) {
  const code = COUNTRIES[geometry.id ?? ''] ?? BY_NAME[geometry.properties.name];
  if (code !== undefined)
    shapes.set(code, [
      ...(shapes.get(code) ?? []),
      ...ringsOf(geometry, lines).map((ring) => ring.map(project)),
    ]);
}
const all = [...shapes.values()].flat(2);
const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
const scale = WIDTH / (right - left);
const height = Math.ceil((bottom - top) * scale);

/** Whole pixels relative to the point before, which are the shortest. */
function pathOf(ring: Position[]): string {
  const points = ring.map(([x, y]): Position => [
    Math.round((x - left) * scale),
    Math.round((y - top) * scale),
  ]);
  const [start, ...rest] = points;
  let [x, y] = start!;
  const steps = rest.flatMap(([nextX, nextY]) => {
    const [dx, dy] = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return dx === 0 && dy === 0 ? [] : [`${dx}${dy < 0 ? '' : ' '}${dy}`];
  });
  return `M${start!.join(' ')}l${steps.join(' ')}z`;
}

const countries = Object.fromEntries(
  [...shapes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, rings]) => [code, rings.map(pathOf).join('')]),
);
writeFileSync(
  join(root, 'src/web/features/statistics/map/africa.json'),
  `${JSON.stringify({ width: WIDTH, height, countries }, undefined, 2)}\n`,
);
