export const chart = {
  asTable: 'As a table',
  tableOf: (title: string) => `Table: ${title}`,
  time: 'From',
} as const;

/** Words of what orders did by time. */
export const activity = {
  title: 'Activity',
  interval: 'By',
  intervals: { minute: 'Minute', hour: 'Hour', day: 'Day' },
  from: 'From',
  to: 'To',
  all: 'every chain',
  orders: 'Orders',
  created: 'locked',
  completed: 'completed',
  rolledBack: 'given back',
  volume: (asset: string) => `Volume in ${asset}`,
  asset: 'Asset',
  noVolume: 'Nothing was sent in this time.',
  times: (stage: string) => `Time of orders: ${stage}`,
  stage: 'Stage',
  stages: {
    confirming: 'until the lock is final',
    proving: 'until the proof',
    signing: 'until it is signed',
    minting: 'until the delivery',
    total: 'from the lock to the end',
  },
  noTimes: 'No order went through in this time.',
  p50: 'half took at most',
  p95: '95 % took at most',
  noneThen: 'none',
  counting: 'Orders of before are still being counted: figures may grow.',
  countedUntil: 'Counted until',
} as const;
