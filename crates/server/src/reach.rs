//! From where this server can be opened: a link that says 127.0.0.1 is good for nobody else.

use crate::wire::ServerInfo;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::OnceLock;

/// What is known of the server's own address.
#[derive(Debug, Default)]
pub struct Reach {
    behind_proxy: bool,
    bound: OnceLock<SocketAddr>,
}

impl Reach {
    pub fn new(behind_proxy: bool) -> Self {
        Self { behind_proxy, bound: OnceLock::new() }
    }

    /// It listens here.
    pub fn is_bound(&self, address: SocketAddr) {
        let _ = self.bound.set(address);
    }

    pub fn info(&self) -> ServerInfo {
        if self.behind_proxy {
            // The proxy has the name; the page was opened by it.
            return ServerInfo { network: true, addresses: Vec::new() };
        }
        let found = self.bound.get().map(|bound| addresses(*bound)).unwrap_or_default();
        let addresses: Vec<String> = found.iter().map(|address| format!("http://{address}")).collect();
        ServerInfo { network: self.bound.get().is_some_and(|bound| !bound.ip().is_loopback()), addresses }
    }
}

fn addresses(bound: SocketAddr) -> Vec<SocketAddr> {
    let at = |ip: IpAddr| SocketAddr::new(ip, bound.port());
    match bound.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if !ip.is_unspecified() => vec![bound],
        IpAddr::V4(_) => outward_v4().into_iter().map(at).collect(),
        IpAddr::V6(_) => outward_v4().into_iter().chain(outward_v6()).map(at).collect(),
    }
}

/// The address that this machine would have for others on its network. To connect a datagram socket sends nothing: it
/// only asks the system which way it would go. The addresses are those that are set aside for documentation.
fn outward(from: IpAddr, to: IpAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect((to, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

fn outward_v4() -> Option<IpAddr> {
    outward(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into())
}

fn outward_v6() -> Option<IpAddr> {
    outward(Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(bound: &str, behind_proxy: bool) -> ServerInfo {
        let reach = Reach::new(behind_proxy);
        reach.is_bound(bound.parse().unwrap());
        reach.info()
    }

    #[test]
    fn who_listens_to_this_machine_alone_says_so() {
        for here in ["127.0.0.1:8724", "[::1]:8724"] {
            assert_eq!(info(here, false), ServerInfo { network: false, addresses: Vec::new() });
        }
    }

    #[test]
    fn who_listens_to_the_network_names_addresses_that_others_can_open() {
        let one = info("192.0.2.7:8724", false);
        assert_eq!(one, ServerInfo { network: true, addresses: vec!["http://192.0.2.7:8724".to_owned()] });
        let any = info("0.0.0.0:8724", false);
        assert!(any.network);
        for address in any.addresses {
            assert!(address.ends_with(":8724"), "{address}");
            assert!(!address.contains("//0.0.0.0") && !address.contains("//127."), "{address}");
        }
        assert_eq!(info("[2001:db8::7]:80", false).addresses, ["http://[2001:db8::7]:80"]);
        assert_eq!(info("127.0.0.1:8724", true), ServerInfo { network: true, addresses: Vec::new() });
    }

    #[test]
    fn what_is_good_for_this_machine_alone_is_no_way_outward() {
        let here: IpAddr = Ipv4Addr::LOCALHOST.into();
        assert_eq!(outward(here, here), None);
        // Where there is a network, it is the address that the system goes out by.
        let way = UdpSocket::bind("0.0.0.0:0").unwrap();
        let own = way.connect("192.0.2.1:9").ok().and_then(|()| Some(way.local_addr().ok()?.ip()));
        let own = own.filter(|own| !own.is_loopback() && !own.is_unspecified());
        assert_eq!(outward_v4(), own);
        let named = info("0.0.0.0:8724", false).addresses;
        assert_eq!(named, own.map(|own| format!("http://{own}:8724")).into_iter().collect::<Vec<_>>());
    }
}
