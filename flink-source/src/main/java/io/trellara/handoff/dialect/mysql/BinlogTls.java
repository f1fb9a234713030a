package io.trellara.handoff.dialect.mysql;

import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of the replication connection, by the same URL parameters that the JDBC driver reads: {@code sslMode},
 * {@code trustCertificateKeyStoreUrl} and its {@code Type} and {@code Password}.
 */
final class BinlogTls implements SSLSocketFactory {
    private static final String STORE = "trustCertificateKeyStore";

    private final BinlogAddress address;
    private final SSLMode mode;

    BinlogTls(BinlogAddress address) {
        this.address = address;
        this.mode = SSLMode.valueOf(address.option("sslMode", "PREFERRED").toUpperCase(Locale.ROOT));
    }

    boolean wanted() {
        return mode != SSLMode.DISABLED;
    }

    boolean required() {
        return wanted() && mode != SSLMode.PREFERRED;
    }

    private boolean verified() {
        return mode == SSLMode.VERIFY_CA || mode == SSLMode.VERIFY_IDENTITY;
    }

    /** What must hold of the server's name; null where nothing is asked. */
    @Nullable
    HostnameVerifier names() {
        if (mode != SSLMode.VERIFY_IDENTITY) {
            return null;
        }
        return HttpsURLConnection.getDefaultHostnameVerifier();
    }

    @Override
    public SSLSocket createSocket(Socket plain) throws SocketException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, verified() ? trusted() : new TrustManager[] {new Anybody()}, null);
            return (SSLSocket) context.getSocketFactory().createSocket(plain, address.host(), address.port(), true);
        } catch (GeneralSecurityException | IOException e) {
            SocketException failure = new SocketException("no encrypted connection: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private TrustManager[] trusted() throws GeneralSecurityException, IOException {
        String url = address.option(STORE + "Url", "");
        @Nullable KeyStore store = null;
        if (!url.isEmpty()) {
            store = KeyStore.getInstance(address.option(STORE + "Type", "JKS"));
            try (InputStream in = URI.create(url).toURL().openStream()) {
                store.load(in, address.option(STORE + "Password", "").toCharArray());
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** Encryption without knowing whom with, as PREFERRED and REQUIRED mean it. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // this side presents no certificate and takes none
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // the mode asks for encryption only
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
