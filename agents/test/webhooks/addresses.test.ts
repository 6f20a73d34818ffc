import assert from 'node:assert/strict';
import { PermittedAddresses } from '../../src/webhooks/addresses.ts';

const NOBODY = new PermittedAddresses({ allowedNetworks: [] });
const LOCAL = new PermittedAddresses({ allowedNetworks: ['127.0.0.0/8', '::1/128', '10.1.0.0/16'] });

/** Addresses that no webhook goes to, by the reason. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'a cloud’s metadata': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16'],
  'shared by carriers': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
  'reserved in IPv6': ['2001:db8::1', '100::1', 'fec0::1', '4000::1', '64:ff9b:1::a00:1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  'behind NAT64': ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'],
  'tunnelled by 6to4 or Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '2001:0:4136:e378::1'],
  'no address': ['', 'localhost', '1.2.3', '999.1.1.1'],
};

describe('addresses of webhooks', () => {
  for (const [reason, addresses] of Object.entries(REFUSED)) {
    it(`are not those that are ${reason}`, () => {
      for (const address of addresses) assert.equal(NOBODY.permits(address, 'https:'), false, address);
    });
  }

  it('are public ones by https alone', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']) {
      assert.equal(NOBODY.permits(address, 'https:'), true, address);
      assert.equal(LOCAL.permits(address, 'http:'), false, address);
    }
  });

  it('are those of allowed networks by either protocol, in any form', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3']) {
      for (const protocol of ['http:', 'https:']) assert.equal(LOCAL.permits(address, protocol), true, address);
    }
    assert.equal(LOCAL.permits('10.2.0.1', 'https:'), false);
  });

  it('have URLs without credentials, by https unless a network is allowed', () => {
    const refused = [
      ...[
        'no url',
        'ftp://receiver.example',
        'file:///etc/passwd',
        'https://user@receiver.example',
        'https://u:p@x.example',
      ],
      ...[
        'http://receiver.example',
        'https://127.0.0.1',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]',
        'https://0x7f.1',
      ],
      ...['https://2130706433', 'https://169.254.169.254/latest', 'https://0177.0.0.1'],
    ];
    for (const url of refused) assert.notEqual(NOBODY.refusalOf(url), undefined, url);
    for (const url of ['https://receiver.example/a?b=c', 'https://8.8.8.8:8443/hook']) {
      assert.equal(NOBODY.refusalOf(url), undefined, url);
    }
    assert.equal(LOCAL.refusalOf('http://127.0.0.1:3000/hook'), undefined);
    assert.equal(LOCAL.refusalOf('http://localhost:3000/hook'), undefined);
    assert.notEqual(LOCAL.refusalOf('http://8.8.8.8/hook'), undefined);
    assert.notEqual(LOCAL.refusalOf('https://10.2.0.1/hook'), undefined);
  });

  it('are not parsed from networks in another form', () => {
    for (const network of ['127.0.0.1', 'localhost/8', '10.0.0.0/33', '']) {
      assert.throws(() => new PermittedAddresses({ allowedNetworks: [network] }), network);
    }
  });
});
