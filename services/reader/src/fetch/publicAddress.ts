import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose networks of IPv4, from the IANA registries. */
const SPECIAL_IPV4 = (
	'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 ' +
	'192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
/** Every other IPv6 address is special: mapped, compatible, NAT64, unique local, link-local and multicast ones too. */
const GLOBAL_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'.split(' ');

function blocks(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
	const list = new BlockList();
	for (const subnet of subnets) {
		const [net = '', prefix = ''] = subnet.split('/');
		list.addSubnet(net, Number(prefix), family);
	}
	return list;
}

const specialIpv4 = blocks('ipv4', SPECIAL_IPV4);
const globalIpv6 = blocks('ipv6', GLOBAL_IPV6);
const specialIpv6 = blocks('ipv6', SPECIAL_IPV6);

/** Rule 8 for one address in text form; an invalid address is not public. */
export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
	if (!isIPv6(address) || address.includes('%')) return false;
	return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Whether two texts are the same address. */
export function isSameAddress(one: string, other: string): boolean {
	const list = new BlockList();
	const family = isIPv4(one) ? 'ipv4' : 'ipv6';
	if (family === 'ipv6' && !isIPv6(one)) return false;
	list.addAddress(one, family);
	return (isIPv4(other) ? 'ipv4' : 'ipv6') === family && list.check(other, family);
}
