import type { LibraryRequest, MissionRequest } from '@causeway/client';

/** The mission pack of `causeway seed`. Orders over the bridge complete the quests of the first one. */
export const EXAMPLE_MISSIONS: readonly MissionRequest[] = [
  {
    name: 'Cross your first bridge',
    description: 'Carry ether from Ethereum to Polygon and back.',
    missionType: 'Easy',
    rewards: { karma: 10, xp: 100 },
    chapters: [
      { id: 'out', chapterDisplayName: 'The far shore', order: 1 },
      { id: 'home', chapterDisplayName: 'The way home', order: 2 },
    ],
    quests: [
      {
        id: 'cross',
        name: 'Cross',
        description: 'Lock ETH on Ethereum; its bridged token arrives on Polygon.',
        chapterId: 'out',
        order: 1,
        rewards: { karma: 5, xp: 50 },
        objectives: [
          {
            id: 'order',
            description: 'Bridge 0.1 ETH to Polygon',
            order: { from: 'ETH', to: 'polygon', minAmount: '0.1' },
          },
        ],
      },
      {
        id: 'return',
        name: 'Return',
        description: 'Burn the token on Polygon; ETH is released on Ethereum.',
        chapterId: 'home',
        order: 2,
        rewards: { karma: 5, xp: 50 },
        objectives: [
          {
            id: 'order',
            description: 'Bring 0.1 ETH back',
            order: { from: 'ETH@polygon', to: 'ethereum', minAmount: '0.1' },
          },
        ],
      },
    ],
  },
  {
    name: 'Read the map',
    description: 'Learn how an order travels.',
    missionType: 'Easy',
    rewards: { xp: 20 },
    quests: [
      { id: 'design', name: 'Read how an order travels', order: 1 },
      { id: 'rules', name: 'Read the rules that always hold', order: 2, prerequisiteQuestIds: ['design'] },
    ],
  },
];

/** A library of the set, with the names of those before it that it needs. */
type ExampleLibrary = Omit<LibraryRequest, 'dependencies'> & {
  readonly needs: readonly { readonly name: string; readonly versionRange: string }[];
};

/** The library set of `causeway seed`, each after the ones that it needs. */
export const EXAMPLE_LIBRARIES: readonly ExampleLibrary[] = [
  { name: 'hashes', version: '1.2.0', description: 'Hash functions', category: 'cryptography', needs: [] },
  {
    name: 'merkle-proofs',
    version: '2.0.1',
    description: 'Merkle proofs of bridge messages',
    category: 'cryptography',
    needs: [{ name: 'hashes', versionRange: '^1.0.0' }],
  },
  {
    name: 'light-client',
    version: '0.3.0',
    description: 'Follows a chain by its headers',
    category: 'bridge',
    needs: [
      { name: 'hashes', versionRange: '^1.2.0' },
      { name: 'merkle-proofs', versionRange: '^2.0.0' },
    ],
  },
];
