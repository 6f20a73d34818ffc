/** No rule for any of the roles of a new resource. */
const noRoles = (count: number) => `Tuple(${Array(count).fill('Enum<0u8>()').join(', ')})`;
const NO_METADATA = 'Tuple(Map<String, Tuple>(), Map<String, Enum>())';
const NO_ADDRESS = 'Enum<0u8>()';
const NO_OWNER = 'Enum<0u8>()';

/** The manifest that creates a fungible resource of 6 decimals, whose supply is tracked. */
export const createFungible = (supply: string) =>
  `CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY ${NO_OWNER} true 6u8 Decimal("${supply}") ${noRoles(6)} ${NO_METADATA} ${NO_ADDRESS};`;

/** The manifest that creates a non-fungible resource with integer ids and no data. */
export const createNonFungible = (...ids: number[]) => {
  const entries = ids.map((id) => `NonFungibleLocalId("#${id}#") => Tuple(Tuple())`).join(', ');
  const noData =
    'Enum<0u8>(Enum<0u8>(Tuple(Array<Enum>(), Array<Tuple>(), Array<Enum>())), Enum<0u8>(66u8), Array<String>())';
  return (
    `CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY ${NO_OWNER} Enum<1u8>() true ${noData} ` +
    `Map<NonFungibleLocalId, Tuple>(${entries}) ${noRoles(7)} ${NO_METADATA} ${NO_ADDRESS};`
  );
};
